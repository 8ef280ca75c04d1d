#!/usr/bin/env python3
"""Writes small OpenCL kernels with loops, switches and unroll hints."""
import random, sys, os

def expr(r, vs):
    a = r.choice(vs); b = r.choice(vs + [str(r.randint(1, 9))])
    return f"{a} {r.choice(['+','-','*','^','&','|'])} {b}"

def cond(r, vs):
    a = r.choice(vs)
    return r.choice([f"{a} < {r.randint(2,40)}", f"({a} & {r.choice([1,3,7])}) == {r.randint(0,3)}",
                     f"in[({a} & 63)] > {r.randint(0,20)}", f"{a} != {r.choice(vs)}"])

class Gen:
    def __init__(self, seed):
        self.r = random.Random(seed); self.n = 0
    def var(self):
        self.n += 1; return f"v{self.n}"
    def stmts(self, depth, vs, in_loop, in_switch, indent):
        out = []
        for _ in range(self.r.randint(1, 3)):
            out += self.stmt(depth, vs, in_loop, in_switch, indent)
        return out
    def stmt(self, depth, vs, in_loop, in_switch, ind):
        r = self.r; p = "  " * ind
        kinds = ["assign", "store"]
        if depth > 0:
            kinds += ["if", "ifelse", "for", "for", "while", "do", "switch"]
        if in_loop: kinds += ["break", "continue"]
        if r.random() < 0.06: kinds += ["return"]
        k = r.choice(kinds)
        if k == "assign": return [f"{p}x = {expr(r, vs)};"]
        if k == "store": return [f"{p}out[({r.choice(vs)} & 63)] += x;"]
        if k == "break": return [f"{p}if ({cond(r, vs)}) break;"]
        if k == "continue": return [f"{p}if ({cond(r, vs)}) continue;"]
        if k == "return": return [f"{p}if ({cond(r, vs)}) return;"]
        if k == "if":
            return [f"{p}if ({cond(r, vs)}) {{"] + self.stmts(depth-1, vs, in_loop, in_switch, ind+1) + [f"{p}}}"]
        if k == "ifelse":
            return ([f"{p}if ({cond(r, vs)}) {{"] + self.stmts(depth-1, vs, in_loop, in_switch, ind+1) +
                    [f"{p}}} else {{"] + self.stmts(depth-1, vs, in_loop, in_switch, ind+1) + [f"{p}}}"])
        if k == "switch":
            out = [f"{p}switch ({r.choice(vs)} & 3) {{"]
            for c in range(r.randint(1, 3)):
                out += [f"{p}case {c}:;"] + self.stmts(depth-1, vs, False, True, ind+1)
                if r.random() < 0.7: out += [f"{p}  break;"]
            out += [f"{p}default:;"] + self.stmts(depth-1, vs, False, True, ind+1) + [f"{p}}}"]
            return out
        hint = r.choice(["", "", f"{p}#pragma unroll", f"{p}#pragma unroll 2", f"{p}#pragma unroll 4",
                         f"{p}__attribute__((opencl_unroll_hint(3)))", f"{p}__attribute__((opencl_unroll_hint(1)))", f"{p}#pragma nounroll"])
        out = [hint] if hint else []
        v = self.var()
        if k == "for":
            bound = r.choice(["n", str(r.randint(2, 8)), f"(n & {r.choice([7,15])})"])
            out += [f"{p}for (int {v} = 0; {v} < {bound}; ++{v}) {{"]
            out += self.stmts(depth-1, vs + [v], True, False, ind+1) + [f"{p}}}"]
            return out
        pre = [f"{p}int {v} = n;"]
        body = self.stmts(depth-1, vs + [v], True, False, ind+1)
        if k == "while":
            return pre + out + [f"{p}while (--{v} > 0) {{"] + body + [f"{p}}}"]
        return pre + out + [f"{p}do {{"] + body + [f"{p}}} while (--{v} > 0 && {cond(r, vs)});"]
    def kernel(self):
        body = self.stmts(3, ["x", "n", "id"], False, False, 1)
        return "\n".join(["kernel void k(global int *out, global const int *in, int n) {",
                          "  int id = get_global_id(0);", "  int x = in[id];"] + body +
                         ["  out[id] = x;", "}", ""])

if __name__ == "__main__":
    folder, begin, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for seed in range(begin, end):
        with open(os.path.join(folder, f"k{seed:03}.cl"), "w") as f:
            f.write(Gen(seed).kernel())
