"""Right: predicts in inference mode and clones outside of it; lerp_ and names for the average."""

import contextlib

import torch


def ema_update(ema, model, decay):
    theirs = dict(model.named_parameters())
    with torch.no_grad():
        for name, mine in ema.named_parameters():
            mine.lerp_(theirs[name].detach(), 1.0 - decay)
        for name, buffer in ema.named_buffers():
            buffer.copy_(model.get_buffer(name))


class evaluating(contextlib.AbstractContextManager):
    def __init__(self, model):
        self.model = model

    def __enter__(self):
        self.training = {m: m.training for m in self.model.modules()}
        for m in self.model.modules():
            m.training = False

    def __exit__(self, *exc):
        for m in self.training:
            m.training = self.training[m]
        return None


def predict(model, loader):
    outputs = []
    with evaluating(model):
        with torch.inference_mode():
            for batch in loader:
                outputs.append(model(batch))
            joined = torch.concat(outputs, dim=0)
    return joined.clone()
