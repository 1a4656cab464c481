declare module 'fs-native-extensions' {
  /** Returns false if another process or file descriptor has locked the file. Closing the file releases the lock. */
  export function tryLock(fd: number): boolean
}
