"""The notebooks of examples/notebooks/: evaluates all cells and compares the outputs with the stored ones.

    python3 tests/editors/jupyter/notebooks_test.py --update      # replaces the stored outputs
"""
import glob
import json
import os
import sys
import unittest

from kernel import ROOT, Kernel

FOLDER = os.path.join(ROOT, "examples", "notebooks")
UPDATING = "--update" in sys.argv


def text_of(lines):
    return lines if isinstance(lines, str) else "".join(lines)


def lines_of(text):
    return text.splitlines(keepends=True)


def output_of(message, count):
    """Returns MESSAGE as a notebook stores it; None if it shows nothing."""
    kind, content = message["msg_type"], message["content"]
    if kind == "stream":
        return {"name": content["name"], "output_type": kind, "text": lines_of(content["text"])}
    if kind == "error":
        return {"ename": content["ename"], "evalue": content["evalue"], "output_type": kind, "traceback": content["traceback"]}
    if kind in ["execute_result", "display_data"]:
        data = {mime: lines_of(text) for mime, text in sorted(content["data"].items())}
        return {"data": data, **({"execution_count": count} if kind == "execute_result" else {}), "metadata": {}, "output_type": kind}
    raise AssertionError(kind)


def joined(outputs):
    """Returns OUTPUTS with adjacent pieces of text to one stream joined."""
    result = []
    for output in outputs:
        last = result[-1] if result else {}
        if output["output_type"] == "stream" and last.get("name") == output["name"]:
            last["text"] = lines_of(text_of(last["text"]) + text_of(output["text"]))
        else:
            result.append(output)
    return result


def evaluated(notebook):
    """Yields the outputs of each cell with code."""
    with Kernel(FOLDER) as kernel:
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                reply, messages = kernel.run(text_of(cell["source"]), stop_on_error=False)
                yield cell, reply, joined([output_of(message, reply["execution_count"]) for message in messages])


class Notebooks(unittest.TestCase):
    maxDiff = 2000

    def test_all_notebooks_are_present(self):
        self.assertEqual(sorted(os.listdir(FOLDER)), ["game.ipynb", "lazy_lists.ipynb", "macros.ipynb"])

    def test_outputs_equal_the_stored_ones(self):
        for path in glob.glob(os.path.join(FOLDER, "*.ipynb")):
            with open(path, encoding="utf-8") as file:
                notebook = json.load(file)
            self.assertEqual((notebook["nbformat"], notebook["metadata"]["kernelspec"]["name"]), (4, "tessera"))
            for cell, reply, outputs in evaluated(notebook):
                with self.subTest(notebook=os.path.basename(path), cell=text_of(cell["source"])):
                    self.assertEqual(outputs, cell["outputs"])
                    self.assertEqual(reply["execution_count"], cell["execution_count"])
                    wants_error = "raises-exception" in cell["metadata"].get("tags", [])
                    self.assertEqual(reply["status"], "error" if wants_error else "ok")


def update():
    for path in glob.glob(os.path.join(FOLDER, "*.ipynb")):
        with open(path, encoding="utf-8") as file:
            notebook = json.load(file)
        for cell, reply, outputs in evaluated(notebook):
            cell["outputs"], cell["execution_count"] = outputs, reply["execution_count"]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook, file, indent=1, ensure_ascii=False, sort_keys=True)
            file.write("\n")


if __name__ == "__main__":
    if UPDATING:
        update()
    else:
        unittest.main()
