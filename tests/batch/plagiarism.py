"""Copies as students disguise them, each with the same meaning as what it was copied from."""

import ast
import builtins
import random
from collections.abc import Callable


def rename(source: str, chance: random.Random) -> str:
    """Every argument and local name is another."""
    tree = ast.parse(source)
    bound = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    bound |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    kept = {n.arg for n in ast.walk(tree) if isinstance(n, ast.keyword)} | {"self", "cls"} | set(dir(builtins))
    new = {name: f"v{chance.randrange(10**6)}_{at}" for at, name in enumerate(sorted(bound - kept))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = new.get(node.arg, node.arg)
    return ast.unparse(tree)


def reorder(source: str, chance: random.Random) -> str:
    """Functions and classes in another order, after all else."""
    tree = ast.parse(source)
    kinds = (ast.FunctionDef, ast.ClassDef)
    moved = [node for node in tree.body if isinstance(node, kinds)]
    tree.body = [node for node in tree.body if not isinstance(node, kinds)]
    chance.shuffle(moved)
    tree.body += moved
    return ast.unparse(tree)


def comment(source: str, chance: random.Random) -> str:
    """A comment before most lines, other docstrings, another layout."""
    lines = ast.unparse(ast.parse(source)).splitlines()
    said = []
    for line in lines:
        if line.strip() and '"' not in line and "'" not in line and chance.random() < 0.7:
            indent = line[: len(line) - len(line.lstrip())]
            said.append(f"{indent}# step {chance.randrange(1000)}: do what is needed here")
        said.append(line)
    return "\n".join(said)


class _Swapped(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Add | ast.Mult):
            node.left, node.right = node.right, node.left
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        turned = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq}
        if len(node.ops) == 1 and type(node.ops[0]) in turned:
            node.left, node.comparators = node.comparators[0], [node.left]
            node.ops = [turned[type(node.ops[0])]()]
        return node


def swap(source: str, chance: random.Random) -> str:
    """``b * a`` for ``a * b``, ``b > a`` for ``a < b``."""
    return ast.unparse(ast.fix_missing_locations(_Swapped().visit(ast.parse(source))))


class _Loops(ast.NodeTransformer):
    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        loaded = ast.parse(ast.unparse(node.target), mode="eval").body
        return ast.Assign(targets=[node.target], value=ast.BinOp(loaded, node.op, node.value))

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        call = node.iter
        counted = isinstance(call, ast.Call) and ast.unparse(call.func) == "range" and len(call.args) == 1
        goes_on = any(isinstance(each, ast.Continue) for each in ast.walk(node))
        if not counted or goes_on or node.orelse or not isinstance(node.target, ast.Name):
            return node
        assert isinstance(call, ast.Call)
        name, end = node.target.id, ast.unparse(call.args[0])
        loop = ast.parse(f"{name} = 0\nwhile {name} < {end}:\n    pass\n    {name} += 1").body
        assert isinstance(loop[1], ast.While)
        loop[1].body[:1] = node.body
        return loop


def loops(source: str, chance: random.Random) -> str:
    """``while`` for ``for``, ``x = x + y`` for ``x += y``."""
    return ast.unparse(ast.fix_missing_locations(_Loops().visit(ast.parse(source))))


DISGUISES: dict[str, Callable[[str, random.Random], str]] = {
    "rename": rename, "reorder": reorder, "comment": comment, "swap": swap, "loops": loops,
}  # fmt: skip


def everything(source: str, chance: random.Random) -> str:
    """All disguises, one on another."""
    for disguise in (swap, loops, rename, reorder, comment):
        source = disguise(source, chance)
    return source
