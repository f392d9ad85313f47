"""Changes of calls and of what is put together: dropped calls and keywords, swapped arguments, cut slices."""

import ast
from collections.abc import Iterator

from grader.authoring.mutation.change import Change, Text, altered
from grader.authoring.mutation.sites import Site

# Methods and functions of one value that can be forgotten: the value itself is left.
_DROPPED_METHODS = {
    "detach", "clone", "contiguous", "copy", "float", "double", "long", "int", "bool", "half", "to", "type", "type_as",
    "astype", "cpu", "numpy", "item", "tolist", "abs", "neg", "sqrt", "square", "exp", "log", "sigmoid", "relu",
    "tanh", "clamp", "clamp_min", "clip", "nan_to_num", "masked_fill", "sum", "mean", "squeeze", "unsqueeze",
    "transpose", "permute", "flatten", "reshape", "view", "expand", "expand_as", "requires_grad_", "resolve_conj",
    "resolve_neg", "conj", "sort", "flip", "triu", "tril", "cumsum", "lower", "upper", "strip", "manual_seed", "eval",
    "train", "any", "all", "round", "floor", "logical_not", "logical_and", "retain_grad", "newbyteorder",
}  # fmt: skip
_DROPPED_FUNCTIONS = {
    "abs", "bool", "float", "int", "list", "tuple", "set", "sorted", "reversed", "dict", "iter", "enumerate", "round",
    "sqrt", "exp", "log", "square", "tanh", "sigmoid", "relu", "softplus", "array", "asarray", "clip", "atleast_1d",
    "Parameter", "deepcopy", "copy", "detach", "ascontiguousarray",
}  # fmt: skip
_DROPPED_ATTRIBUTES = {"T", "mT", "H", "mH", "data", "real"}
_REDUCTIONS = {"sum", "mean", "std", "var", "prod", "max", "min", "all", "any", "norm", "amax", "amin", "argmax"}
# A keyword that only says what the rest must be, or that the call can't do without.
_KEPT_KEYWORDS = {"strict", "dim", "axis", "end", "sep", "start", "file"}


# Functions that do not care in which order their first two arguments come, or whose order is of another kind.
_UNORDERED = {
    "isinstance", "getattr", "hasattr", "setattr", "min", "max", "maximum", "minimum", "fmax", "fmin", "logaddexp",
    "shares_memory", "may_share_memory", "promote_types", "result_type", "hypot", "equal", "gcd", "lcm",
}  # fmt: skip


def call_changes(site: Site, text: Text) -> Iterator[Change]:
    """Changes of calls, displays, attributes and slices."""
    node = site.node
    if isinstance(node, ast.Call):
        yield from _dropped_call(node)
        yield from _dropped_keywords(node)
        yield from _swapped_arguments(node)
    elif isinstance(node, ast.Attribute) and node.attr in _DROPPED_ATTRIBUTES and isinstance(node.ctx, ast.Load):
        yield Change("dropped call", node, node.value)
    elif isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load) and not _is_looked_through(site):
        for elements in _swapped(node.elts):
            yield Change("swapped elements", node, altered(node, elts=elements), _bare(node, elements, text))
    elif isinstance(node, ast.Slice):
        yield from _slice(node)
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
        yield from _unfiltered(node)


def _dropped_call(node: ast.Call) -> Iterator[Change]:
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr in _DROPPED_METHODS and not _is_library(function.value):
        yield Change("dropped call", node, function.value)
    name = getattr(function, "attr", getattr(function, "id", ""))
    library = isinstance(function, ast.Name) or _is_library(getattr(function, "value", None))
    if library and name in _DROPPED_FUNCTIONS and node.args and not isinstance(node.args[0], ast.Starred | ast.List):
        yield Change("dropped call", node, node.args[0])


def _is_library(node: ast.expr | None) -> bool:
    """``np``, ``torch``, ``torch.nn`` and the like: what is left of a call on it is no value."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in ("np", "numpy", "torch", "math", "nn", "F", "random", "functools")


def _dropped_keywords(node: ast.Call) -> Iterator[Change]:
    name = getattr(node.func, "attr", "")
    for place, keyword in enumerate(node.keywords):
        optional_axis = keyword.arg in ("dim", "axis") and name in _REDUCTIONS
        if keyword.arg is not None and (optional_axis or keyword.arg not in _KEPT_KEYWORDS):
            rest = node.keywords[:place] + node.keywords[place + 1 :]
            yield Change("dropped keyword", node, altered(node, keywords=rest))
    if name in _REDUCTIONS and len(node.args) == 1 and isinstance(node.args[0], ast.Constant | ast.UnaryOp | ast.Tuple):
        yield Change("axis", node, altered(node, args=[], keywords=[k for k in node.keywords if k.arg != "keepdim"]))


def _swapped_arguments(node: ast.Call) -> Iterator[Change]:
    if getattr(node.func, "attr", getattr(node.func, "id", "")) in _UNORDERED:
        return
    for arguments in _swapped(node.args):
        yield Change("swapped arguments", node, altered(node, args=arguments))


def _swapped(elements: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Each neighbouring pair the other way round."""
    for place in range(len(elements) - 1):
        pair = elements[place : place + 2]
        if not any(isinstance(element, ast.Starred) for element in pair):
            yield elements[:place] + pair[::-1] + elements[place + 2 :]


def _is_looked_through(site: Site) -> bool:
    """Whether the order of the elements tells nothing: ``x in (a, b)``, ``except (A, B)``."""
    above = site.above
    members = isinstance(above, ast.Compare) and isinstance(above.ops[0], ast.In | ast.NotIn)
    return members or isinstance(above, ast.ExceptHandler)


def _bare(node: ast.Tuple | ast.List, elements: list[ast.expr], text: Text) -> str | None:
    """A tuple without parentheses stays one."""
    if isinstance(node, ast.Tuple) and not text.of(node).startswith("("):
        return ", ".join(ast.unparse(element) for element in elements)
    return None


def _slice(node: ast.Slice) -> Iterator[Change]:
    if node.lower is None and node.upper is None and node.step is None:
        return
    for part in ("lower", "upper", "step"):
        if getattr(node, part) is not None:
            yield Change("slice", node, altered(node, **{part: None}), _sliced(altered(node, **{part: None})))


def _sliced(node: ast.AST) -> str:
    return ast.unparse(ast.Subscript(ast.Name("x"), node, ast.Load()))[2:-1]  # type: ignore[arg-type]


def _unfiltered(node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Iterator[Change]:
    for place, generator in enumerate(node.generators):
        if generator.ifs:
            plain = altered(generator, ifs=[])
            generators = [*node.generators[:place], plain, *node.generators[place + 1 :]]
            yield Change("condition", node, altered(node, generators=generators))
