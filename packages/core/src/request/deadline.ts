/** The longest that a timer can wait: one set for longer fires at once. */
const longestTimer = 2 ** 31 - 1

/** Waits for `milliseconds`; an abort rejects at once with the signal's reason. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, Math.min(milliseconds, longestTimer))
      stopListening = onAbort(signal, reject)
    })
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

/**
 * Does `work` for at most `milliseconds`, then rejects with what `late` makes; an abort rejects at once with the signal's
 * reason.
 *
 * The signal that `work` gets is aborted when either happens, and when it fails. Work that does not heed it is left behind.
 */
export async function withTimeout<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening = () => {}
  const interrupted = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.min(milliseconds, longestTimer))
    stopListening = onAbort(signal, reject)
  })
  try {
    return await Promise.race([interrupted, work(controller.signal)])
  } catch (error) {
    controller.abort()
    throw error
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

interface SharedListener {
  readonly callbacks: Set<(reason: unknown) => void>
  readonly onAbort: () => void
}

const sharedListeners = new WeakMap<AbortSignal, SharedListener>()

/**
 * Calls `callback` with the signal's reason when it is aborted, until the returned function is called.
 *
 * A signal has one listener of ours, however many requests share it: Node warns of more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, callback: (reason: unknown) => void): () => void {
  if (!signal) return () => {}
  const shared = sharedListeners.get(signal) ?? createSharedListener(signal)
  sharedListeners.set(signal, shared)
  shared.callbacks.add(callback)
  // To add the same listener again changes nothing.
  signal.addEventListener('abort', shared.onAbort)
  return () => {
    shared.callbacks.delete(callback)
    if (shared.callbacks.size === 0) signal.removeEventListener('abort', shared.onAbort)
  }
}

function createSharedListener(signal: AbortSignal): SharedListener {
  const callbacks: SharedListener['callbacks'] = new Set()
  return {
    callbacks,
    onAbort() {
      for (const callback of callbacks) callback(signal.reason)
    },
  }
}
