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

/// Reads from the header of the wal-index (https://sqlite.org/walformat.html), which is in memory that all connections share: a
/// number that every commit changes, by whatever process, and the pages that the log holds (`mxFrame`). No lock and no system
/// call is needed. The number is the counter of commits (`iChange`) and the header's checksum: the counter alone begins again
/// when the index of a log is made anew after a crash. Only for a connection that has read from a database with such a log.
/// Returns 0 where there is none.
static inline int modelgen_read_log_header(sqlite3 *db, unsigned long long *state, unsigned int *pages) {
    sqlite3_file *file = 0;
    volatile void *region = 0;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods ||
        file->pMethods->iVersion < 2 || file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK || !region)
        return 0;
    volatile unsigned int *header = (volatile unsigned int *)region;
    *state = (unsigned long long)header[2] << 32 | header[10];
    *pages = header[4];
    return 1;
}
