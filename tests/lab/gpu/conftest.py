"""What needs a GPU is collected where there is one, so that nothing has to be skipped elsewhere."""

from grav.lab.gpu import is_available

collect_ignore = [] if is_available() else ["test_on_gpu.py"]
