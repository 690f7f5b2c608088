#ifndef FAILING_VFS_H
#define FAILING_VFS_H

/// What happens at the chosen operation.
typedef enum {
    /// Operations are only counted.
    failing_vfs_never = 0,
    /// The process ends at once, before the operation, as if it were killed: exit status 9.
    failing_vfs_exit = 1,
    /// The disk is full, for this write and all that follow.
    failing_vfs_full = 2,
    /// The power is cut before the operation: of what was written to each file since its last sync, any sectors may be there
    /// or not, and a file that was deleted may be back if no sync followed. Which, `limit` decides. Exit status 9.
    failing_vfs_power = 3
} failing_vfs_mode;

/// Makes a file system the default of SQLite that counts what changes the disk, writes, syncs, truncations and deletions of
/// files, and fails at the `limit`-th. Returns SQLite's result code.
int failing_vfs_install(failing_vfs_mode mode, long limit);

/// How many operations there were.
long failing_vfs_count(void);

#endif
