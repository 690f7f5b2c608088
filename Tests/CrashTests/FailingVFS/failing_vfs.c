#include "failing_vfs.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A file system that hands everything on to the real one, but for the operation at which it is to fail.

static sqlite3_vfs *real;
static sqlite3_vfs vfs;
static failing_vfs_mode mode;
static long limit;
static long count;

long failing_vfs_count(void) { return count; }

/// Counts an operation; tells whether it is to fail.
static int fails(int is_write) {
    count++;
    if (count < limit || mode == failing_vfs_never) return 0;
    if (mode == failing_vfs_exit) _exit(9);
    return is_write;
}

typedef struct {
    sqlite3_file base;
    sqlite3_file *file;
} shim_file;

static sqlite3_file *under(sqlite3_file *file) { return ((shim_file *)file)->file; }

static int shim_close(sqlite3_file *file) {
    int code = under(file)->pMethods ? under(file)->pMethods->xClose(under(file)) : SQLITE_OK;
    sqlite3_free(under(file));
    return code;
}
static int shim_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
    return under(file)->pMethods->xRead(under(file), bytes, size, offset);
}
static int shim_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    if (fails(1)) return SQLITE_FULL;
    return under(file)->pMethods->xWrite(under(file), bytes, size, offset);
}
static int shim_truncate(sqlite3_file *file, sqlite3_int64 size) {
    fails(0);
    return under(file)->pMethods->xTruncate(under(file), size);
}
static int shim_sync(sqlite3_file *file, int flags) {
    fails(0);
    return under(file)->pMethods->xSync(under(file), flags);
}
static int shim_file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return under(file)->pMethods->xFileSize(under(file), size);
}
static int shim_lock(sqlite3_file *file, int lock) { return under(file)->pMethods->xLock(under(file), lock); }
static int shim_unlock(sqlite3_file *file, int lock) { return under(file)->pMethods->xUnlock(under(file), lock); }
static int shim_check_reserved_lock(sqlite3_file *file, int *result) {
    return under(file)->pMethods->xCheckReservedLock(under(file), result);
}
static int shim_file_control(sqlite3_file *file, int operation, void *argument) {
    return under(file)->pMethods->xFileControl(under(file), operation, argument);
}
static int shim_sector_size(sqlite3_file *file) { return under(file)->pMethods->xSectorSize(under(file)); }
static int shim_device_characteristics(sqlite3_file *file) {
    return under(file)->pMethods->xDeviceCharacteristics(under(file));
}
static int shim_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    return under(file)->pMethods->xShmMap(under(file), page, size, extend, memory);
}
static int shim_shm_lock(sqlite3_file *file, int offset, int n, int flags) {
    return under(file)->pMethods->xShmLock(under(file), offset, n, flags);
}
static void shim_shm_barrier(sqlite3_file *file) { under(file)->pMethods->xShmBarrier(under(file)); }
static int shim_shm_unmap(sqlite3_file *file, int delete_flag) {
    return under(file)->pMethods->xShmUnmap(under(file), delete_flag);
}

// Version 2: pages are read and written, never mapped, so that every write is seen.
static const sqlite3_io_methods methods = {
    2, shim_close, shim_read, shim_write, shim_truncate, shim_sync, shim_file_size, shim_lock, shim_unlock,
    shim_check_reserved_lock, shim_file_control, shim_sector_size, shim_device_characteristics, shim_shm_map,
    shim_shm_lock, shim_shm_barrier, shim_shm_unmap, 0, 0,
};

static int shim_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *out_flags) {
    (void)self;
    shim_file *shim = (shim_file *)file;
    shim->base.pMethods = 0;
    shim->file = sqlite3_malloc(real->szOsFile);
    if (shim->file == 0) return SQLITE_NOMEM;
    memset(shim->file, 0, (size_t)real->szOsFile);
    int code = real->xOpen(real, name, shim->file, flags, out_flags);
    if (code != SQLITE_OK) {
        sqlite3_free(shim->file);
        return code;
    }
    shim->base.pMethods = &methods;
    return SQLITE_OK;
}

static int shim_delete(sqlite3_vfs *self, const char *name, int sync_folder) {
    (void)self;
    fails(0);
    return real->xDelete(real, name, sync_folder);
}

int failing_vfs_install(failing_vfs_mode failing_mode, long failing_limit) {
    int code = sqlite3_initialize();
    if (code != SQLITE_OK) return code;
    real = sqlite3_vfs_find(0);
    if (real == 0) return SQLITE_ERROR;
    mode = failing_mode;
    limit = failing_limit;
    vfs = *real;
    vfs.zName = "failing";
    vfs.szOsFile = sizeof(shim_file);
    vfs.pNext = 0;
    vfs.xOpen = shim_open;
    vfs.xDelete = shim_delete;
    return sqlite3_vfs_register(&vfs, 1);
}
