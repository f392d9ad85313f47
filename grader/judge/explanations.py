"""What a library's well-known complaint means, in a sentence that helps its reader.

The sentences are fixed and hold nothing of the exception, so that they can be told of a hidden check too, where the
exception's own text (which a student's code can write anything into) cannot. Which of them is told says no more about
a hidden input than the line that raised.
"""

import re

from grader.language import noted, say

# (pattern in the exception's text, what it means), the first that fits. Every entry is raised by a test.
_AUTOGRAD = (
    (
        "a view of a leaf Variable that requires grad is being used in an in-place operation",
        noted(
            "Part of an argument or of a parameter is changed in place while autograd records. Leave an argument as it "
            "is and change a `clone()` of it; update a parameter inside `with torch.no_grad():`."
        ),
    ),
    (
        "a leaf Variable that requires grad is being used in an in-place operation",
        noted(
            "An argument or a parameter is changed in place while autograd records. Leave an argument as it is and "
            "change a `clone()` of it; update a parameter inside `with torch.no_grad():`."
        ),
    ),
    (
        "modified by an inplace operation",
        noted(
            "The backward pass needs a value that was changed in place after it was used: make a new tensor and "
            "leave that one as it is."
        ),
    ),
    (
        "Trying to backward through the graph a second time",
        noted(
            "This graph was used up by an earlier backward pass: compute the forward again, or keep the graph with "
            "`retain_graph=True`."
        ),
    ),
    (
        r"does not require grad and does not have a grad_fn",
        noted("Nothing that this result was computed from requires a gradient, so there is no way back through it."),
    ),
    (
        "grad can be implicitly created only for scalar outputs",
        noted("`backward()` without an argument needs a single number, and this tensor is not one."),
    ),
    (
        "appears to not have been used in the graph",
        noted("The result does not depend on one of the tensors that its gradient is asked for."),
    ),
    (
        "One of the differentiated Tensors does not require grad",
        noted("A gradient is asked for a tensor that does not require one."),
    ),
    (
        "Can't call numpy\\(\\) on Tensor that requires grad",
        noted("A tensor with a graph behind it cannot become a NumPy array: `detach()` it first."),
    ),
    (
        "Can't call numpy\\(\\) on Tensor that has (?:conjugate|negative) bit set",
        noted("This tensor only notes that it is conjugated or negated: `resolve_conj()` and `resolve_neg()` do it."),
    ),
    (
        "[Oo]nly Tensors of floating point",
        noted(
            "Only floating-point and complex tensors can require gradients; this one holds integers or truth "
            "values."
        ),
    ),
    (
        "you can only change requires_grad flags of leaf variables",
        noted("`requires_grad` of a computed tensor cannot be changed: `detach()` gives one without the graph."),
    ),
    (
        "is a view and is being modified inplace|is a view of a .*being modified inplace",
        noted("A view is changed in place in a way that autograd cannot follow: `clone()` it first."),
    ),
    (
        "returned an incorrect number of gradients",
        noted("`backward` returns one gradient for each argument of `forward`, `None` where there is none."),
    ),
    (
        "returned an invalid gradient at index",
        noted(
            "A gradient has the shape of the tensor that it belongs to; the one that `backward` returns has "
            "another."
        ),
    ),
    (
        "cannot register a hook on a tensor that doesn't require gradient",
        noted("A hook needs a tensor that requires a gradient."),
    ),
    (
        "unsupported operation: (?:some|more than one) element",
        noted(
            "Several elements of this tensor share one place in memory, so it cannot be written in place: "
            "`clone()` it."
        ),
    ),
    (
        "Inplace update to inference tensor|Inference tensors cannot be",
        noted(
            "A tensor that was made in `torch.inference_mode()` cannot take part in autograd; use "
            "`torch.no_grad()`."
        ),
    ),
)  # fmt: skip
_SHAPES = (
    (
        "Mismatch in shape: grad_output",
        noted("The vector that a gradient is multiplied with has another shape than the result that it belongs to."),
    ),
    (
        "The size of tensor a .* must match the size of tensor b|could not be broadcast together|"
        "non-broadcastable|not broadcastable",
        noted("The shapes of two tensors do not fit together: write down both, and which dimensions should meet."),
    ),
    (
        "shapes cannot be multiplied|size mismatch, (?:got|expected)|inconsistent tensor size|"
        "Expected size for first two dimensions|matmul: Input operand|expected m1 and m2 to have compatible|"
        "shapes .* not aligned",
        noted("The inner sizes of a matrix product do not agree: is a transpose missing, or one too many?"),
    ),
    (
        "need to be at least 1D|must be a matrix|only supported on matrices|1D tensors expected|"
        "matrix @ vector expected|must be a (?:1-D|2-D)",
        noted("This operation asks for matrices or vectors, and a tensor has another number of dimensions here."),
    ),
    (
        "setStorage: .* out of bounds for storage",
        noted("A view is asked for that reaches beyond the memory of its tensor: check sizes, strides and offset."),
    ),
    (
        "non-empty (?:TensorList|list of Tensors)|need at least one array",
        noted("There is nothing to join: the list is empty here."),
    ),
    (
        "Expected reduction dim|zero-size array to reduction operation",
        noted("Of no elements there is no largest and no smallest: think of empty tensors."),
    ),
    (
        "view size is not compatible with input tensor's size and stride",
        noted("`view` cannot give this shape without a copy: use `reshape`, or make the tensor `contiguous()` first."),
    ),
    (
        "shape '.*' is invalid for input of size|cannot reshape (?:array|tensor)",
        noted("The shape that is asked for has another number of elements than the tensor."),
    ),
    (
        "The expanded size of the tensor|the number of sizes provided .* must be greater or equal",
        noted("A tensor is to be expanded to a shape that it does not fit: only dimensions of size 1 grow."),
    ),
    (
        "Dimension out of range|axis .* is out of bounds for array of dimension|"
        "out of bounds for dimension .* with size",
        noted("A dimension or an index lies outside of the tensor: does it have fewer dimensions here than you think?"),
    ),
    (
        "index .* is out of bounds|index out of range|too many indices for",
        noted("An index lies outside: think of the smallest inputs, and of where counting begins."),
    ),
    (
        "Tensors must have same number of dimensions|Sizes of tensors must match except in dimension|"
        "stack expects each tensor to be equal size|all input arrays must have the same shape|"
        "all the input array dimensions",
        noted("Tensors that are to be joined have shapes that do not fit together."),
    ),
    (
        "Boolean value of Tensor with (?:more than one|no) value|truth value of an (?:empty )?array",
        noted("A whole tensor stands where Python asks for one yes or no (`if`, `while`, `and`, `or`, `not`, `min`)."),
    ),
    (
        "cannot be converted to Scalar|only one element tensors can be converted|"
        "[Oo]nly (?:integer )?(?:tensors of a single element|length-1 arrays|0-dimensional arrays|scalar arrays) can",
        noted("A tensor of several elements stands where one number is asked for."),
    ),
    (
        "iteration over a 0-d (?:tensor|array)|len\\(\\) of (?:a 0-d tensor|unsized object)",
        noted("A single number (a tensor of shape ()) has no elements to go through."),
    ),
    (
        "not positive-definite",
        noted("`cholesky` takes positive definite matrices only, and this one is not."),
    ),
    (
        "[Ss]ingular matrix|is singular",
        noted("A matrix that must be invertible is singular here."),
    ),
)  # fmt: skip
_DTYPES = (
    (
        "to have (?:the )?same dtype|expected scalar type .* but found|must have the same dtype|same dtype, but got",
        noted("Tensors of two dtypes meet where one is asked for: was one made with torch's default dtype, float32?"),
    ),
    (
        "can't be cast to the desired output type|Cannot cast ufunc",
        noted("The result does not fit the dtype of the tensor that it is written into, as a fraction into integers."),
    ),
    (
        "could not infer output dtype|must be either a floating point or complex dtype|not implemented for '",
        noted("This operation does not work on the tensor's dtype: turn integers into floating-point numbers first."),
    ),
    (
        "where expected condition to be a boolean tensor",
        noted("`where` chooses by truth values: give it a comparison, or a tensor of dtype bool."),
    ),
    (
        "unsupported ScalarType",
        noted("NumPy does not have this dtype (bfloat16, for one): convert the tensor first."),
    ),
    (
        "meta device type tensor|out of meta tensor",
        noted("A tensor on the meta device has no values, so nothing can be made of them."),
    ),
    (
        "negative strides|stride in the given numpy array is negative",
        noted("torch has no negative strides: copy the reversed array first."),
    ),
    (
        "Seed must be between",
        noted("NumPy's generator takes seeds below 2**32 only."),
    ),
    (
        "Expected all tensors to be on the same device|is not on the expected device|device type tensor to numpy",
        noted("Tensors of two devices meet: make new tensors with `device=` of those that you were given."),
    ),
    (
        "tensors used as indices must be|arrays used as indices must be|only integers, slices",
        noted("An index is neither an integer nor a mask: convert it with `long()` or `bool()`."),
    ),
)  # fmt: skip
_MODULES = (
    (
        "Error\\(s\\) in loading state_dict",
        noted(
            "The module's state does not take the right values: its parameters must be registered under the names and "
            "in the shapes of the exercise."
        ),
    ),
    (
        "optimizer got an empty parameter list",
        noted("The model shows no parameters to train: a plain tensor is none, `nn.Parameter` is."),
    ),
    (
        "Expected more than 1 value per channel when training",
        noted("A batch norm in training mode needs more than one value a channel: is the model in the right mode?"),
    ),
)  # fmt: skip
_PYTHON = (
    (
        "name 'get_ipython' is not defined",
        noted("Only a notebook has `get_ipython`, and no notebook runs here: take out the lines that need it."),
    ),
    (
        "output array is read-only|assignment destination is read-only",
        noted("An array is written that may only be read: it shares the memory of others. Make a new array."),
    ),
    (
        "expected str, bytes or os.PathLike object",
        noted("A path is expected here, and something else came: an open file, for one."),
    ),
    (
        "NoneType",
        noted(
            "Something is None here: the result of a function without `return`, a `.grad` before any backward pass, or "
            "the `.grad_fn` of a leaf?"
        ),
    ),
    (
        "cannot assign (?:module|parameters?) before Module.__init__|object has no attribute '_(?:parameters|"
        "modules|buffers|backward_hooks)'",
        noted("A module calls `super().__init__()` first of all."),
    ),
    (
        "unexpected keyword argument|required (?:positional|keyword-only) argument|positional arguments? but|"
        "multiple values for argument|takes no arguments",
        noted("A call and the function's signature do not fit together: compare the two."),
    ),
    (
        "values to unpack",
        noted("A tuple of another length is taken apart here: how many values does the right-hand side give?"),
    ),
    (
        "module '.*' has no attribute",
        noted("The library has no such name: a typing slip, or a function of another library?"),
    ),
    (
        "object has no attribute",
        noted("An object has no attribute of that name: is it of another kind than you think?"),
    ),
    ("division(?: or modulo)? by zero", noted("It divides by zero: think of empty inputs and of sums that are 0.")),
    (
        "maximum recursion depth",
        noted(
            "Too many calls inside one another: Python allows about 1,000. Either nothing ends the recursion, or it "
            "goes as deep as the input is long."
        ),
    ),
    (
        "cannot access local variable|referenced before assignment",
        noted("A variable is read before it has a value: is it set on one branch only, or in a loop that never ran?"),
    ),
)  # fmt: skip
_KNOWN = tuple(
    (re.compile(pattern), meaning) for pattern, meaning in (*_AUTOGRAD, *_SHAPES, *_DTYPES, *_MODULES, *_PYTHON)
)
_READ = 2_000  # characters of an exception's text that are looked at: it may be as long as a student likes


def explanation(message: str) -> str | None:
    """What an exception of this text means; None for one that is not well known."""
    text = message[:_READ]
    return next((say(meaning) for pattern, meaning in _KNOWN if pattern.search(text)), None)
