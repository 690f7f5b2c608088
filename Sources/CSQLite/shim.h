#include <sqlite3.h>

// Swift cannot call C's variadic functions; these are the calls the runtime needs.

/// Turns SQLite's memory statistics off for the whole process: they take a mutex at each allocation.
/// Only works before SQLite's first use; later it fails and changes nothing.
static inline int modelgen_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Sets one of SQLite's boolean switches of a connection and tells what it is afterwards.
static inline int modelgen_set_switch(sqlite3 *db, int option, int on, int *result) {
    return sqlite3_db_config(db, option, on, result);
}

/// Keeps a virtual table out of views and triggers of the schema.
static inline int modelgen_vtab_direct_only(sqlite3 *db) {
    return sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
}
