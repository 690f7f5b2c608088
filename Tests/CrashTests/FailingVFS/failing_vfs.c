#include "failing_vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
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

typedef struct {
    sqlite3_file base;
    sqlite3_file *file;
    struct unsynced *unsynced;
} shim_file;

static sqlite3_file *under(sqlite3_file *file) { return ((shim_file *)file)->file; }

// What a power cut may take back: all that was written to a file since its last sync, by whichever connection.

/// A write or a truncation, the latest of its file first.
typedef struct change {
    sqlite3_int64 offset;
    /// -1 for a truncation to `offset`.
    int size;
    /// How long the file was, and what was in it from `offset` on.
    sqlite3_int64 old_file_size;
    sqlite3_int64 old_size;
    char *old_bytes;
    char *new_bytes;
    struct change *previous;
} change;

/// A file with the changes that no sync followed.
typedef struct unsynced {
    char *name;
    change *changes;
    struct unsynced *next;
} unsynced;

/// A file that is gone, though its folder was not synced.
typedef struct deletion {
    char *name;
    char *bytes;
    size_t size;
    struct deletion *next;
} deletion;

static unsynced *files;
static deletion *deletions;

static void broken(const char *what) {
    fprintf(stderr, "failing_vfs: %s\n", what);
    _exit(2);
}

static void *memory(size_t size) {
    void *bytes = calloc(1, size ? size : 1);
    if (bytes == 0) broken("no memory");
    return bytes;
}

static unsynced *file_named(const char *name) {
    for (unsynced *file = files; file; file = file->next)
        if (strcmp(file->name, name) == 0) return file;
    unsynced *file = memory(sizeof(unsynced));
    file->name = strdup(name);
    file->next = files;
    files = file;
    return file;
}

static void remember(shim_file *shim, const void *bytes, int size, sqlite3_int64 offset) {
    if (shim->unsynced == 0) return;
    change *now = memory(sizeof(change));
    now->offset = offset;
    now->size = size;
    if (shim->file->pMethods->xFileSize(shim->file, &now->old_file_size) != SQLITE_OK) broken("no file size");
    sqlite3_int64 end = size < 0 || offset + size > now->old_file_size ? now->old_file_size : offset + size;
    now->old_size = end > offset ? end - offset : 0;
    now->old_bytes = memory((size_t)now->old_size);
    if (now->old_size > 0
        && shim->file->pMethods->xRead(shim->file, now->old_bytes, (int)now->old_size, offset) != SQLITE_OK)
        broken("cannot read what is to be overwritten");
    if (size >= 0) {
        now->new_bytes = memory((size_t)size);
        memcpy(now->new_bytes, bytes, (size_t)size);
    }
    now->previous = shim->unsynced->changes;
    shim->unsynced->changes = now;
}

static void forget(unsynced *file) {
    while (file && file->changes) {
        change *now = file->changes;
        file->changes = now->previous;
        free(now->old_bytes);
        free(now->new_bytes);
        free(now);
    }
}

static unsigned long long state;

static int coin(void) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)(state >> 63);
}

static void put(int descriptor, const char *bytes, sqlite3_int64 size, sqlite3_int64 offset) {
    if (size > 0 && pwrite(descriptor, bytes, (size_t)size, offset) != size) broken("cannot write");
}

static void cut(int descriptor, sqlite3_int64 size) {
    if (ftruncate(descriptor, size) != 0) broken("cannot truncate");
}

/// Takes the changes of a file back, and makes those again that the disk happened to have written.
static void lose(unsynced *file) {
    if (file->changes == 0) return;
    int descriptor = open(file->name, O_RDWR);
    // Removed without this file system.
    if (descriptor < 0 && errno == ENOENT) return;
    if (descriptor < 0) broken("cannot open a file again");
    change *first = 0;
    for (change *now = file->changes; now;) {
        put(descriptor, now->old_bytes, now->old_size, now->offset);
        cut(descriptor, now->old_file_size);
        change *previous = now->previous;
        now->previous = first;
        first = now;
        now = previous;
    }
    for (change *now = first; now; now = now->previous) {
        if (now->size < 0) {
            if (coin()) cut(descriptor, now->offset);
            continue;
        }
        // A disk writes sectors, and not always those of one write together.
        for (int at = 0; at < now->size; at += 512) {
            int size = now->size - at < 512 ? now->size - at : 512;
            if (coin()) put(descriptor, now->new_bytes + at, size, now->offset + at);
        }
    }
    close(descriptor);
}

static void cut_power(void) {
    state = (unsigned long long)limit * 2654435761ULL + 1;
    (void)coin();
    for (unsynced *file = files; file; file = file->next) lose(file);
    for (deletion *now = deletions; now; now = now->next) {
        if (!coin() || access(now->name, F_OK) == 0) continue;
        FILE *file = fopen(now->name, "wb");
        if (file == 0 || fwrite(now->bytes, 1, now->size, file) != now->size) broken("cannot bring a file back");
        fclose(file);
    }
    _exit(9);
}

/// The folder's state is on the disk.
static void forget_deletions(void) {
    while (deletions) {
        deletion *now = deletions;
        deletions = now->next;
        free(now->name);
        free(now->bytes);
        free(now);
    }
}

static void remember_deletion(const char *name) {
    forget(file_named(name));
    FILE *file = fopen(name, "rb");
    if (file == 0) return;
    deletion *now = memory(sizeof(deletion));
    fseek(file, 0, SEEK_END);
    now->size = (size_t)ftell(file);
    rewind(file);
    now->bytes = memory(now->size);
    if (fread(now->bytes, 1, now->size, file) != now->size) broken("cannot read what is to be deleted");
    fclose(file);
    now->name = strdup(name);
    now->next = deletions;
    deletions = now;
}

/// Counts an operation; tells whether it is to fail.
static int fails(int is_write) {
    count++;
    if (count < limit || mode == failing_vfs_never) return 0;
    if (mode == failing_vfs_exit) _exit(9);
    if (mode == failing_vfs_power) cut_power();
    return is_write;
}

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
    remember((shim_file *)file, bytes, size, offset);
    return under(file)->pMethods->xWrite(under(file), bytes, size, offset);
}
static int shim_truncate(sqlite3_file *file, sqlite3_int64 size) {
    fails(0);
    remember((shim_file *)file, 0, -1, size);
    return under(file)->pMethods->xTruncate(under(file), size);
}
static int shim_sync(sqlite3_file *file, int flags) {
    fails(0);
    forget(((shim_file *)file)->unsynced);
    forget_deletions();
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
    memset(shim, 0, sizeof(shim_file));
    shim->file = sqlite3_malloc(real->szOsFile);
    if (shim->file == 0) return SQLITE_NOMEM;
    memset(shim->file, 0, (size_t)real->szOsFile);
    int code = real->xOpen(real, name, shim->file, flags, out_flags);
    if (code != SQLITE_OK) {
        sqlite3_free(shim->file);
        return code;
    }
    shim->base.pMethods = &methods;
    // Nobody looks for a temporary file after a power cut.
    if (mode == failing_vfs_power && name && !(flags & SQLITE_OPEN_DELETEONCLOSE)) shim->unsynced = file_named(name);
    return SQLITE_OK;
}

static int shim_delete(sqlite3_vfs *self, const char *name, int sync_folder) {
    (void)self;
    fails(0);
    if (mode == failing_vfs_power) {
        if (sync_folder) {
            forget(file_named(name));
            forget_deletions();
        } else {
            remember_deletion(name);
        }
    }
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
