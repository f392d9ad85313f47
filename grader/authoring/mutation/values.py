"""Changes of operators, comparisons, conditions, constants and names."""

import ast
from collections.abc import Iterator

from grader.authoring.mutation.change import Change, Text, altered
from grader.authoring.mutation.sites import Site

_ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], str, str]] = {
    ast.Add: (ast.Sub, "+", "-"),
    ast.Sub: (ast.Add, "-", "+"),
    ast.Mult: (ast.Div, "*", "/"),
    ast.Div: (ast.Mult, "/", "*"),
    ast.FloorDiv: (ast.Mult, "//", "*"),
    ast.Mod: (ast.FloorDiv, "%", "//"),
    ast.Pow: (ast.Mult, "**", "*"),
    ast.MatMult: (ast.Mult, "@", "*"),
    ast.BitAnd: (ast.BitOr, "&", "|"),
    ast.BitOr: (ast.BitAnd, "|", "&"),
    ast.BitXor: (ast.BitOr, "^", "|"),
    ast.LShift: (ast.RShift, "<<", ">>"),
    ast.RShift: (ast.LShift, ">>", "<<"),
}
_ONE_WAY = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)  # a and b may not change places

# The neighbour across the boundary, and the opposite.
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}

# What is taken for one another: both ways.
_PAIRS = [
    ("min", "max"), ("amin", "amax"), ("argmin", "argmax"), ("minimum", "maximum"), ("any", "all"), ("sum", "mean"),
    ("nansum", "nanmean"), ("prod", "sum"), ("floor", "ceil"), ("zeros", "ones"), ("zeros_like", "ones_like"),
    ("new_zeros", "new_ones"), ("triu", "tril"), ("cumsum", "cumprod"), ("cat", "stack"), ("sin", "cos"),
    ("exp", "expm1"), ("log", "log1p"), ("float32", "float64"), ("complex64", "complex128"), ("int32", "int64"),
    ("train", "eval"), ("isnan", "isfinite"), ("isinf", "isfinite"), ("rand", "randn"), ("append", "insert"),
    ("jvp", "vjp"), ("jacfwd", "jacrev"), ("std", "var"), ("softmax", "log_softmax"),
]  # fmt: skip
_NAMES: dict[str, str] = {b: a for a, b in _PAIRS} | dict(_PAIRS)
_METHODS_ONLY = {"append"}
_AXES = {"dim", "dims", "axis", "axes", "dim0", "dim1", "start_dim", "end_dim"}
_TAKES_AXES = {
    "sum", "mean", "std", "var", "prod", "max", "min", "amax", "amin", "argmax", "argmin", "all", "any", "cumsum",
    "softmax", "log_softmax", "logsumexp", "norm", "unsqueeze", "squeeze", "transpose", "permute", "movedim", "size",
    "flip", "select", "narrow", "index_select", "gather", "unbind", "flatten", "unflatten", "cat", "stack", "chunk",
    "split", "sort", "argsort", "topk", "swapaxes", "expand_dims",
}  # fmt: skip


def value_changes(site: Site, text: Text) -> Iterator[Change]:
    """Changes inside expressions."""
    node = site.node
    if isinstance(node, ast.BinOp):
        yield from _arithmetic(node, site, text)
    elif isinstance(node, ast.AugAssign):
        new, old, sign = _ARITHMETIC[type(node.op)]
        yield Change("arithmetic", node, altered(node, op=new()), _with_operator(node, text, f"{old}=", f"{sign}="))
    elif isinstance(node, ast.UnaryOp):
        yield from _unary(node)
    elif isinstance(node, ast.Compare):
        yield from _comparison(node)
    elif isinstance(node, ast.BoolOp):
        yield from _boolean(node)
    elif isinstance(node, ast.Constant):
        yield from _constant(node, site)
    elif isinstance(node, ast.IfExp):
        yield Change("condition", node, node.body)
        yield Change("condition", node, node.orelse)
    elif isinstance(node, ast.Attribute | ast.Name):
        yield from _name(node, site, text)
    elif isinstance(node, ast.If | ast.While):
        yield from _negated(node)


def _arithmetic(node: ast.BinOp, site: Site, text: Text) -> Iterator[Change]:
    new, old, sign = _ARITHMETIC[type(node.op)]
    if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
        return  # a string with values in it
    if not (isinstance(node.op, ast.Mult) and _is_one(node.right)):  # to divide by one is the same
        yield Change("arithmetic", node, altered(node, op=new()), _with_operator(node, text, old, sign))
    if isinstance(node.op, _ONE_WAY) and not (isinstance(node.op, ast.Sub) and _loses_sign(site.above)):
        yield Change("swapped operands", node, altered(node, left=node.right, right=node.left))


def _is_one(node: ast.expr) -> bool:
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(value, ast.Constant) and value.value == 1


def _loses_sign(node: ast.AST) -> bool:
    """``(a - b).square()``, ``abs(a - b)``, ``(a - b) ** 2``: as well the other way round."""
    name = getattr(node, "attr", "") or getattr(getattr(node, "func", None), "id", "")
    power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and ast.unparse(node.right) == "2"
    return power or name in ("square", "abs")


def _with_operator(node: ast.BinOp | ast.AugAssign, text: Text, old: str, new: str) -> str:
    """The node's own text with another operator between its two sides."""
    left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    gap = text.between(text.end(left), text.start(right)).replace(old, new, 1)
    return text.between(text.start(node), text.end(left)) + gap + text.between(text.start(right), text.end(node))


def _unary(node: ast.UnaryOp) -> Iterator[Change]:
    if isinstance(node.op, ast.USub):
        yield Change("sign", node, node.operand)
    elif isinstance(node.op, ast.Not):
        yield Change("condition", node, node.operand)
    elif isinstance(node.op, ast.Invert):
        yield Change("sign", node, node.operand)


def _comparison(node: ast.Compare) -> Iterator[Change]:
    for place, operator in enumerate(node.ops):
        for kind in _COMPARISONS[type(operator)]:
            ops = [*node.ops[:place], kind(), *node.ops[place + 1 :]]
            yield Change("comparison", node, altered(node, ops=ops))


def _boolean(node: ast.BoolOp) -> Iterator[Change]:
    yield Change("and/or", node, altered(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And()))
    for place in range(len(node.values)):
        rest = node.values[:place] + node.values[place + 1 :]
        yield Change("condition", node, rest[0] if len(rest) == 1 else altered(node, values=rest))


def _negated(node: ast.If | ast.While) -> Iterator[Change]:
    """``if x`` becomes ``if not x``, where no comparison can be turned round instead."""
    if not isinstance(node.test, ast.Compare | ast.UnaryOp):
        yield Change("condition", node.test, ast.UnaryOp(ast.Not(), node.test))


def _constant(node: ast.Constant, site: Site) -> Iterator[Change]:
    if isinstance(site.above, ast.keyword) and site.above.arg == "strict":
        return  # says only what holds
    operator = "default" if site.default else "axis" if _is_axis(node, site.above) else "constant"
    value = node.value
    others: tuple[bool | int | float, ...] = ()
    if isinstance(value, bool):
        others = (not value,)
    elif isinstance(value, int):
        others = (value + 1, value - 1)
    elif isinstance(value, float):
        others = (value * 2 or 1.0,)
    for other in others:
        negative = not isinstance(other, bool) and other < 0
        new = ast.UnaryOp(ast.USub(), ast.Constant(-other)) if negative else ast.Constant(other)
        yield Change(operator, node, new)


def _is_axis(node: ast.AST, above: ast.AST) -> bool:
    if isinstance(above, ast.keyword):
        return above.arg in _AXES
    name = getattr(above.func, "attr", "") if isinstance(above, ast.Call) else ""
    return name in _TAKES_AXES and node in getattr(above, "args", ())


def _name(node: ast.Attribute | ast.Name, site: Site, text: Text) -> Iterator[Change]:
    name = node.attr if isinstance(node, ast.Attribute) else node.id
    other = _NAMES.get(name)
    called = isinstance(site.above, ast.Call) and site.above.func is node
    if other is None or name in _METHODS_ONLY or not isinstance(node.ctx, ast.Load):
        return
    if isinstance(node, ast.Attribute):
        before = text.between(text.start(node), text.end(node) - len(name.encode()))
        yield Change("name", node, altered(node, attr=other), before + other)
    elif called:
        yield Change("name", node, altered(node, id=other))
