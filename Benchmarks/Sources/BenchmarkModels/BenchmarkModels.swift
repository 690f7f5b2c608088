// The models are declared in the documents beside this file; a target needs one file of its own.
