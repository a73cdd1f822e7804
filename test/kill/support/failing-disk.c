// A disk that fails while a program runs: loaded into the desk's process (LD_PRELOAD), it looks before each write of a database file
// at what the file DISK_STATE says. `read-only`: the write is refused, as on a disk that was mounted anew for reading alone. `slow`: it
// takes a while. Anything else: it is carried out. Only files whose name contains DISK_FILES are meant.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SLOW_US 300000
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_meant(int fd) {
  const char *wanted = getenv("DISK_FILES");
  if (!wanted) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t found = readlink(link, path, sizeof path - 1);
  if (found <= 0) return 0;
  path[found] = 0;
  const char *name = strrchr(path, '/');
  return name && strstr(name, wanted) != NULL;
}

// Returns whether the write is refused.
static int refuses(int fd, int waits) {
  const char *file = getenv("DISK_STATE");
  if (!file || !is_meant(fd)) return 0;
  char state = 0;
  int handle = open(file, O_RDONLY | O_CLOEXEC);
  if (handle >= 0) {
    if (read(handle, &state, 1) != 1) state = 0;
    close(handle);
  }
  if (state == 's' && waits) usleep(SLOW_US);
  if (state != 'r') return 0;
  errno = EROFS;
  return 1;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  return refuses(fd, 0) ? -1 : REAL(pwrite)(fd, bytes, length, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  return refuses(fd, 0) ? -1 : REAL(pwrite64)(fd, bytes, length, at);
}
ssize_t write(int fd, const void *bytes, size_t length) {
  return refuses(fd, 0) ? -1 : REAL(write)(fd, bytes, length);
}
int ftruncate(int fd, off_t length) { return refuses(fd, 0) ? -1 : REAL(ftruncate)(fd, length); }
int ftruncate64(int fd, off64_t length) { return refuses(fd, 0) ? -1 : REAL(ftruncate64)(fd, length); }
// Bringing to the disk is what takes long on a slow one.
int fsync(int fd) { return refuses(fd, 1) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return refuses(fd, 1) ? -1 : REAL(fdatasync)(fd); }
