/** What leaves a node for one connection. */
export interface Outbox {
  send: (text: string) => void
  /** Forgets what is still to come. */
  close: () => void
}

/** Sends `delay` milliseconds later, always in order, whatever becomes of the delay. */
export function createOutbox(send: (text: string) => void, delay: () => number): Outbox {
  /** Times in milliseconds since 1970. */
  let late: { at: number; text: string }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function wait(milliseconds: number): void {
    timer = setTimeout(() => {
      const now = Date.now()
      while (late[0] && late[0].at <= now) send(late.shift()?.text ?? '')
      if (late[0]) wait(late[0].at - now)
    }, milliseconds)
  }

  return {
    send(text) {
      const milliseconds = delay()
      const at = Math.max(Date.now() + milliseconds, late.at(-1)?.at ?? 0)
      if (milliseconds === 0 && late.length === 0) send(text)
      else if (late.push({ at, text }) === 1) wait(milliseconds)
    },
    close() {
      clearTimeout(timer)
      late = []
    },
  }
}
