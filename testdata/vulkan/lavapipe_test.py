"""Compares verdicts on pipelines with those of Vulkan's validation layer.

    lavapipe_test.py CREATE_PIPELINES

Makes pipelines that are valid and pipelines with one fault, validates each with the
Python package, creates it on Mesa's software device, and requires:

 - what Plumb accepts is created, and the layer reports no error;
 - of what Plumb rejects, the layer reports an error, too.

At least 200 pipelines must be accepted and 100 rejected.
"""

import collections
import json
import os
import random
import subprocess
import sys
import tempfile

import plumb

CREATE = os.path.abspath(sys.argv[1])
ENV = "vulkan1.3"

SCALARS = {"f32": "OpTypeFloat 32", "s32": "OpTypeInt 32 1", "u32": "OpTypeInt 32 0"}
NUMBERS = {"f32": "SFLOAT", "s32": "SINT", "u32": "UINT"}
TYPES = [f"{prefix}{scalar}" for scalar in SCALARS
         for prefix in ("", "v2", "v3", "v4")]


def scalar_of(type_):
    return type_[-3:]


def components_of(type_):
    return int(type_[1]) if type_.startswith("v") else 1


class Module:
    """The text of a stage, made of interface variables and other parts."""

    def __init__(self, model):
        self.model = model
        self.capabilities = ["Shader"]
        self.modes = ["OriginUpperLeft"] if model == "Fragment" else []
        self.decorations, self.types, self.globals = [], [], []
        self.interface, self.body = [], []
        self.made = set()

    def define(self, name, instruction):
        if name not in self.made:
            self.made.add(name)
            self.types.append(f"%{name} = {instruction}")
        return f"%{name}"

    def type(self, name):
        scalar = scalar_of(name)
        self.define(scalar, SCALARS[scalar])
        if name == scalar:
            return f"%{name}"
        return self.define(name, f"OpTypeVector %{scalar} {components_of(name)}")

    def pointer(self, storage, name):
        return self.define(f"{storage}_{name}", f"OpTypePointer {storage} %{name}")

    def variable(self, name, storage, type_, *decorations):
        """A variable that is read or written, of a type that is defined."""
        pointer = self.pointer(storage, type_)
        self.globals.append(f"%{name} = OpVariable {pointer} {storage}")
        self.decorations += [f"OpDecorate %{name} {d}" for d in decorations]
        self.interface.append(name)

    def io(self, name, storage, type_, location, component=0, is_flat=False):
        self.type(type_)
        decorations = [f"Location {location}"]
        if component:
            decorations.append(f"Component {component}")
        is_integer = scalar_of(type_) != "f32"
        if self.model == "Fragment" and storage == "Input" and is_integer or is_flat:
            decorations.append("Flat")
        self.variable(name, storage, type_, *decorations)
        if storage == "Input":
            self.body.append(f"%read_{name} = OpLoad %{type_} %{name}")
        else:
            self.define(f"null_{type_}", f"OpConstantNull %{type_}")
            self.body.append(f"OpStore %{name} %null_{type_}")

    def position(self):
        self.type("v4f32")
        self.variable("position", "Output", "v4f32", "BuiltIn Position")
        self.define("null_v4f32", "OpConstantNull %v4f32")
        self.body.append("OpStore %position %null_v4f32")

    def text(self):
        names = "".join(f" %{name}" for name in self.interface)
        return "\n".join(
            [f"OpCapability {c}" for c in self.capabilities] +
            ["OpMemoryModel Logical GLSL450",
             f'OpEntryPoint {self.model} %main "main"{names}'] +
            [f"OpExecutionMode %main {mode}" for mode in self.modes] +
            self.decorations +
            ["%void = OpTypeVoid", "%fn = OpTypeFunction %void"] + self.types +
            self.globals + ["%main = OpFunction %void None %fn",
                            "%entry = OpLabel"] + self.body +
            ["OpReturn", "OpFunctionEnd"]) + "\n"


Case = collections.namedtuple("Case", "name modules change")
cases = []


def add(name, modules, **change):
    """A pipeline: its modules, and what differs from the description that
    --pipeline-template makes of them."""
    cases.append(Case(name, modules, change))


def vertex():
    module = Module("Vertex")
    module.position()
    return module


def fragment():
    return Module("Fragment")


# --- Interfaces ---

def add_interfaces():
    for given in TYPES:
        for wanted in TYPES:
            first, second = vertex(), fragment()
            first.io("a", "Output", given, 0, is_flat=scalar_of(given) != "f32")
            second.io("a", "Input", wanted, 0)
            add(f"interface_{given}_{wanted}", [first, second])


def add_random_interfaces(count):
    """Several variables, all of which fit, or all but one."""
    for number in range(count):
        first, second = vertex(), fragment()
        location = 0
        wrong = random.randrange(4) if number % 3 == 0 else None
        for i in range(4):
            type_ = random.choice(TYPES)
            component = random.randrange(5 - components_of(type_))
            first.io(f"v{i}", "Output", type_, location, component,
                     is_flat=scalar_of(type_) != "f32")
            if i == wrong:
                second.io(f"v{i}", "Input", type_, 12 + location, component)
            elif random.random() < 0.7:
                second.io(f"v{i}", "Input", type_, location, component)
            location += random.randrange(1, 3)
        add(f"variables_{number}", [first, second])


# --- State ---

def add_attributes():
    for type_ in TYPES:
        for scalar in SCALARS:
            for components in (1, 4):
                module = vertex()
                module.io("a", "Input", type_, 1)
                format_ = "".join(f"{c}32" for c in "RGBA"[:components])
                add(f"attribute_{type_}_{scalar}_{components}", [module],
                    vertexAttributes=[{"location": 1,
                                       "format": f"{format_}_{NUMBERS[scalar]}"}])
    module = vertex()
    module.io("a", "Input", "v4f32", 1)
    add("attribute_missing", [module], vertexAttributes=[])


RESOURCES = {
    "SAMPLER": ("sampler", "OpTypeSampler", "UniformConstant"),
    "SAMPLED_IMAGE": ("image", "OpTypeImage %f32 2D 0 0 0 1 Unknown",
                      "UniformConstant"),
    "STORAGE_IMAGE": ("storage", "OpTypeImage %f32 2D 0 0 0 2 Rgba8",
                      "UniformConstant"),
    "COMBINED_IMAGE_SAMPLER": ("both", "OpTypeSampledImage %image",
                               "UniformConstant"),
    "UNIFORM_TEXEL_BUFFER": ("texels", "OpTypeImage %f32 Buffer 0 0 0 1 Unknown",
                             "UniformConstant"),
    "STORAGE_TEXEL_BUFFER": ("cells", "OpTypeImage %f32 Buffer 0 0 0 2 Rgba8",
                             "UniformConstant"),
    "UNIFORM_BUFFER": ("block", "OpTypeStruct %v4f32", "Uniform"),
    "STORAGE_BUFFER": ("data", "OpTypeStruct %v4f32", "StorageBuffer"),
}
BINDINGS = list(RESOURCES) + ["UNIFORM_BUFFER_DYNAMIC", "STORAGE_BUFFER_DYNAMIC"]


def resource_user(model, kind, count=0):
    module = vertex() if model == "Vertex" else Module(model)
    if model == "GLCompute":
        module.modes = ["LocalSize 1 1 1"]
    module.type("v4f32")
    module.type("u32")
    module.define("image", RESOURCES["SAMPLED_IMAGE"][1])
    if "TEXEL" in kind:
        module.capabilities += ["SampledBuffer", "ImageBuffer"]
    name, type_, storage = RESOURCES[kind]
    module.define(name, type_)
    object_ = name
    module.define("zero", "OpConstant %u32 0")
    if count:
        module.define("count", f"OpConstant %u32 {count}")
        module.define("list", f"OpTypeArray %{name} %count")
        object_ = "list"
    module.variable("r", storage, object_, "DescriptorSet 0", "Binding 0")
    indexes = " %zero" if count else ""
    if storage == "UniformConstant":
        if count:
            module.pointer(storage, name)
            module.body.append(
                f"%element = OpAccessChain %{storage}_{name} %r{indexes}")
        source = "element" if count else "r"
        module.body.append(f"%read = OpLoad %{name} %{source}")
    else:
        module.decorations += [f"OpDecorate %{name} Block",
                               f"OpMemberDecorate %{name} 0 Offset 0"]
        module.pointer(storage, "v4f32")
        module.body += [f"%part = OpAccessChain %{storage}_v4f32 %r{indexes} %zero",
                        "%read = OpLoad %v4f32 %part"]
    return module


def add_descriptors():
    for kind in RESOURCES:
        for binding in BINDINGS:
            add(f"descriptor_{kind}_{binding}", [resource_user("GLCompute", kind)],
                descriptorSets=[{"bindings": [{"binding": 0, "type": binding,
                                               "stages": ["compute"]}]}])
        add(f"descriptor_{kind}_missing", [resource_user("Vertex", kind)],
            descriptorSets=[{"bindings": []}])
        add(f"descriptor_{kind}_stage", [resource_user("Vertex", kind)],
            descriptorSets=[{"bindings": [{"binding": 0, "type": kind,
                                           "stages": ["fragment"]}]}])
        for needed, given in ((2, 1), (2, 2), (2, 3)):
            add(f"descriptor_{kind}_{needed}_{given}",
                [resource_user("GLCompute", kind, needed)],
                descriptorSets=[{"bindings": [{"binding": 0, "type": kind,
                                               "count": given,
                                               "stages": ["compute"]}]}])


def add_push_constants():
    for begin, size in ((0, 16), (0, 32), (16, 16), (16, 32), (0, 64), (32, 32)):
        for stage in ("vertex", "fragment"):
            module = vertex()
            module.type("u32")
            module.define("one", "OpConstant %u32 1")
            module.define("block", "OpTypeStruct %v4f32 %v4f32")
            module.decorations += ["OpDecorate %block Block",
                                   "OpMemberDecorate %block 0 Offset 0",
                                   "OpMemberDecorate %block 1 Offset 16"]
            module.variable("p", "PushConstant", "block")
            module.pointer("PushConstant", "v4f32")
            module.body += ["%part = OpAccessChain %PushConstant_v4f32 %p %one",
                            "%read = OpLoad %v4f32 %part"]
            add(f"push_{begin}_{size}_{stage}", [module],
                pushConstants=[{"stages": [stage], "offset": begin, "size": size}])


def add_attachments():
    for type_ in ("v4f32", "v4s32", "v4u32"):
        module = fragment()
        module.io("color", "Output", type_, 0)
        add(f"attachment_{type_}", [vertex(), module])


def add_topologies():
    for topology in ("POINT_LIST", "LINE_LIST", "TRIANGLE_LIST", "PATCH_LIST"):
        module = vertex()
        if topology == "POINT_LIST":
            module.type("f32")
            module.variable("size", "Output", "f32", "BuiltIn PointSize")
            module.define("one", "OpConstant %f32 1")
            module.body.append("OpStore %size %one")
        add(f"topology_{topology}", [module], topology=topology)


def make_files(case):
    """Writes the modules and the description; returns the rules that are violated."""
    modules = {}
    for i, module in enumerate(case.modules):
        name = f"{case.name}.{i}.spv"
        try:
            modules[name] = plumb.assemble(module.text(), env=ENV)
        except plumb.InvalidModule as error:
            sys.exit(f"{name}: {error}")
        with open(name, "wb") as out:
            out.write(modules[name])
    # Rules about pipelines are off: the stages need not fit.
    with plumb.Pipeline(env=ENV, off=["pipeline.*"]) as pipeline:
        for name, binary in modules.items():
            pipeline.add(name, binary)
        pipeline.validate()
        description = {**pipeline.template(), **case.change}
    with open(case.name + ".json", "w") as out:
        json.dump(description, out)
    with plumb.Pipeline() as pipeline:
        for name, binary in modules.items():
            pipeline.add(name, binary)
        pipeline.describe(description)
        pipeline.validate()
        report = pipeline.report(plumb.ReportFormat.JSON)
    lines = [json.loads(line) for line in report.splitlines()]
    return sorted({line["rule"] for line in lines
                   if line["kind"] == "diagnostic" and line["severity"] == "error"})


def main():
    random.seed(1)
    add_interfaces()
    add_random_interfaces(200)
    add_attributes()
    add_descriptors()
    add_push_constants()
    add_attachments()
    add_topologies()
    folder = tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR"))
    os.chdir(folder)
    rules_of = {case.name: make_files(case) for case in cases}
    created = subprocess.run([CREATE] + [case.name + ".json" for case in cases],
                             capture_output=True, text=True)
    if created.returncode == 3:
        print("lavapipe_test: skipped: " + created.stderr.strip())
        return 0
    if created.returncode != 0:
        print(created.stderr)
        return 1
    accepted = rejected = 0
    failures = []
    lines = created.stdout.splitlines()
    assert len(lines) == len(cases), created.stderr
    for case, line in zip(cases, lines):
        result = json.loads(line)
        errors = [m for m in result["messages"] if m["severity"] == "error"]
        rules = rules_of[case.name]
        accepted += not rules
        rejected += bool(rules)
        if not rules and (errors or result["result"] != 0):
            failures.append(f"{case.name}: accepted, but {result}")
        elif rules and not errors:
            failures.append(f"{case.name}: {rules}, but the layer reports no error")
    print(f"{accepted} accepted, {rejected} rejected, {len(failures)} failures")
    print("\n".join(failures))
    return 1 if failures or accepted < 200 or rejected < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
