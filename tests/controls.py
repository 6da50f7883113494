"""Finding the controls of a widget as the page does: by the kit's CSS classes."""


def control(widget, name):
    """The one part of a widget's view that carries the class."""
    (found,) = [part for part in parts(widget.view) if name in part._dom_classes]
    return found


def parts(box):
    yield box
    for child in getattr(box, "children", ()):
        yield from parts(child)


def click(widget, name):
    """Press a button; as in the page, one that is disabled does nothing."""
    button = control(widget, name)
    if not button.disabled:
        button.click()


def shown(widget, name):
    return control(widget, name).value
