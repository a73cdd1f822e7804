// A disk that fails while a program runs: loaded into the desk's process (LD_PRELOAD), it looks before each write of a database file
// at what the file DISK_STATE says. `read-only`: the write is refused, as on a disk that was mounted anew for reading alone. `slow`: it
// takes a while. Anything else: it is carried out. A number after that is how often the disk was plugged in: what was opened under
// another number is of the disk before, and fails. Only files whose name contains DISK_FILES are meant.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SLOW_US 300000
#define MOST_FILES 4096
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opened_under[MOST_FILES];

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

// The first letter of the state; `times` is how often the disk was plugged in, 0 where nothing says so.
static char state_now(int *times) {
  *times = 0;
  const char *file = getenv("DISK_STATE");
  if (!file) return 0;
  char state[64] = {0};
  int handle = REAL(open)(file, O_RDONLY | O_CLOEXEC);
  if (handle < 0) return 0;
  ssize_t length = read(handle, state, sizeof state - 1);
  close(handle);
  const char *number = length > 0 ? strchr(state, ' ') : NULL;
  if (number) *times = atoi(number);
  return state[0];
}

// Returns whether the write is refused.
static int refuses(int fd, int waits) {
  if (!getenv("DISK_STATE") || !is_meant(fd)) return 0;
  int times;
  char state = state_now(&times);
  if (fd < MOST_FILES && opened_under[fd] != times) {
    errno = EIO;
    return 1;
  }
  if (state == 's' && waits) usleep(SLOW_US);
  if (state != 'r') return 0;
  errno = EROFS;
  return 1;
}

static int opened(int fd) {
  if (fd >= 0 && fd < MOST_FILES && is_meant(fd)) state_now(&opened_under[fd]);
  return fd;
}

static mode_t mode_of(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(REAL(open)(path, flags, mode));
}
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(REAL(open64)(path, flags, mode));
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
