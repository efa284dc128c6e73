"""How Sphinx makes the site from this folder: `make docs`."""

import os
import sys
from importlib import metadata
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a notebook trains a small network: threads would only wait
sys.path.insert(0, str(Path(__file__).parent))

project = "Sapper"
release = metadata.version("sapper")
html_title = "Sapper"
language = "en"

extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_nb", "sphinx_copybutton"]
extensions += ["_sphinx.api", "_sphinx.links", "_sphinx.pages"]
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]  # JSON with gaps, and transcripts, which no lexer reads
myst_heading_anchors = 6
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_in_temp = True
nb_execution_timeout = 300  # seconds for a cell: one of them trains a network

smartquotes_action = "D"  # dashes only
default_role = "code"
autodoc_default_options = {
    "members": True,
    "member-order": "bysource",
    "inherited-members": "object,tuple,dict,Generic,Protocol,Exception,BaseException,OSError,ImportError",
    "special-members": "__call__,__contains__,__getitem__,__iter__,__len__",
}
autoclass_content = "both"
napoleon_attr_annotations = False
python_maximum_signature_line_length = 80
toc_object_entries_show_parents = "hide"

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_favicon = "../page/public/icon.svg"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
