export interface SendQueue {
  send: (text: string) => void
  close: () => void
}

/** Sends each message after `delay()` milliseconds. Messages keep their order even if the delay changes. */
export function createSendQueue(send: (text: string) => void, delay: () => number): SendQueue {
  /** `at` is in milliseconds since 1970. */
  let delayed: { at: number; text: string }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function wait(milliseconds: number): void {
    timer = setTimeout(() => {
      const now = Date.now()
      while (delayed[0] && delayed[0].at <= now) send(delayed.shift()?.text ?? '')
      if (delayed[0]) wait(delayed[0].at - now)
    }, milliseconds)
  }

  return {
    send(text) {
      const milliseconds = delay()
      if (milliseconds === 0 && delayed.length === 0) {
        send(text)
        return
      }
      const at = Math.max(Date.now() + milliseconds, delayed.at(-1)?.at ?? 0)
      delayed.push({ at, text })
      if (delayed.length === 1) wait(milliseconds)
    },
    close() {
      clearTimeout(timer)
      delayed = []
    },
  }
}
