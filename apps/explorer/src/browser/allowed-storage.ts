/** Returns a storage, or null if the browser blocks it. */
export function allowedStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[name]
  } catch {
    return null
  }
}
