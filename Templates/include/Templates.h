#pragma once

#include <stddef.h>

/// A template: the text of a generated file or a part of one, in Mustache.
struct modelgen_template {
    /// The file's name without `.mustache`.
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t length;
};

/// The templates in the order of their names; NULL after the last.
const struct modelgen_template *_Nullable modelgen_template(size_t index);
