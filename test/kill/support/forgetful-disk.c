// A disk that can forget: loaded into the desk's process (LD_PRELOAD), it writes down each change of a database file
// before it is made, and each moment at which the program had the file brought to the disk. After the process was killed,
// forgetful-disk.ts makes of these notes what a power cut could have left of the files.
//
// A note is a head, the path, the bytes before the change and those after it. Only files whose name contains DISK_FILES
// are noted; the shared memory beside a database (-shm) is rebuilt by SQLite and is not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITTEN = 1, CUT = 2, SYNCED = 3 };

struct head {
  uint32_t kind;
  uint32_t path_length;
  uint64_t offset;
  uint64_t size_before;
  uint32_t before_length;
  uint32_t after_length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int notes = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_noted(int fd, char *path, size_t room) {
  static const char *wanted = NULL, *file = NULL;
  if (!wanted) {
    wanted = getenv("DISK_FILES");
    file = getenv("DISK_NOTES");
  }
  if (!wanted || !file) return 0;
  char link[64];
  // Without stdio, which may be what is writing.
  char digits[16];
  int length = 0, number = fd;
  do digits[length++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  strcpy(link, "/proc/self/fd/");
  size_t at = strlen(link);
  while (length > 0) link[at++] = digits[--length];
  link[at] = 0;
  ssize_t found = readlink(link, path, room - 1);
  if (found <= 0) return 0;
  path[found] = 0;
  const char *name = strrchr(path, '/');
  if (!name || !strstr(name, wanted)) return 0;
  size_t end = strlen(name);
  if (end > 4 && strcmp(name + end - 4, "-shm") == 0) return 0;
  if (notes < 0) notes = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  return notes >= 0;
}

static void note(uint32_t kind, int fd, const char *path, uint64_t offset, const void *after, size_t length) {
  struct stat now;
  if (fstat(fd, &now) != 0) return;
  uint64_t size = (uint64_t)now.st_size;
  size_t before_length = 0;
  if (kind == WRITTEN && offset < size) before_length = size - offset < length ? size - offset : length;
  if (kind == CUT && offset < size) before_length = size - offset;
  void *before = NULL;
  if (before_length > 0) {
    // The file may be open for writing only, so it is read through a handle of its own.
    before = malloc(before_length);
    int again = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = again < 0 ? -1 : pread(again, before, before_length, (off_t)offset);
    if (again >= 0) REAL(close)(again);
    if (got != (ssize_t)before_length) before_length = got > 0 ? (size_t)got : 0;
  }
  struct head head = {kind, (uint32_t)strlen(path), offset, size, (uint32_t)before_length, (uint32_t)(kind == WRITTEN ? length : 0)};
  struct iovec parts[4] = {
    {&head, sizeof head}, {(void *)path, head.path_length}, {before, before_length}, {(void *)after, head.after_length}};
  if (REAL(writev)(notes, parts, 4) < 0) abort();
  free(before);
}

static ssize_t put(int fd, const void *bytes, size_t length, off_t offset, int is_placed) {
  char path[4096];
  pthread_mutex_lock(&lock);
  if (is_noted(fd, path, sizeof path)) {
    off_t at = is_placed ? offset : lseek(fd, 0, SEEK_CUR);
    note(WRITTEN, fd, path, (uint64_t)at, bytes, length);
  }
  ssize_t done = is_placed ? REAL(pwrite64)(fd, bytes, length, offset) : REAL(write)(fd, bytes, length);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return put(fd, bytes, length, offset, 1); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) { return put(fd, bytes, length, offset, 1); }

ssize_t write(int fd, const void *bytes, size_t length) {
  // Sockets and pipes are written from many threads, and must not wait for one another.
  char path[4096];
  if (!is_noted(fd, path, sizeof path)) return REAL(write)(fd, bytes, length);
  return put(fd, bytes, length, 0, 0);
}

static int cut(int fd, off_t length) {
  char path[4096];
  pthread_mutex_lock(&lock);
  if (is_noted(fd, path, sizeof path)) note(CUT, fd, path, (uint64_t)length, NULL, 0);
  int done = REAL(ftruncate64)(fd, length);
  pthread_mutex_unlock(&lock);
  return done;
}
int ftruncate(int fd, off_t length) { return cut(fd, length); }
int ftruncate64(int fd, off64_t length) { return cut(fd, length); }

static int synced(int fd, int (*sync)(int)) {
  char path[4096];
  int done = sync(fd);
  pthread_mutex_lock(&lock);
  if (done == 0 && is_noted(fd, path, sizeof path)) note(SYNCED, fd, path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}
int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }
