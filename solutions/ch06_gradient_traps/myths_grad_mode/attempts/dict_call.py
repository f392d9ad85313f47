"""Right: a call of dict, names for the values that come often, lists and tuples mixed."""

no, yes = False, True
raises = "RuntimeError"
works = None
zeros = [0.0, 0.0]

ANSWERS = dict(
    which_writes_raise=(raises, works, raises, works),
    layer_then_writes=("ReluBackward0", works),
    parameter=((raises,) * 2, works, yes, 2 * 0.5),
    copy_into=(zeros, [3.0, 3.0]),
    versions=2,
    detached_and_data=[raises, [5.0, 5.0]],
    edited_through_numpy=(works, 2e2),
    clip=([-1.0, 2.0], [0.0, 1.0]),
    forced=(5.0, yes, no),
    reading_a_value=(2.0, raises, 2.0, raises),
    not_a_leaf=(None, [1.0, 1.0], [5.0, 5.0]),
    through_a_frozen_layer=(yes, no, yes),
    round_and_argmax=(zeros, no),
    two_networks=[(no, yes, no), yes],
    plain_attribute=(0, 0, 4.0),
    leaves_again=(yes, no, yes),
    made_under_no_grad=(no, yes, yes, no),
    eval_is_not_no_grad=(None, no, 0.0),
    inference_tensors=(4.0, raises, 2.0),
    frozen_statistics=(0.2, yes),
)
