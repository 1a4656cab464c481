import { useEffect, useState } from 'react'

/** How long an earlier value is shown while a new one isn't known, in milliseconds. */
const maxWait = 1_000

/** Returns the last known value until the next one is known, for up to a second. Memoize the value. */
export function useLastKnown<Value>(value: Value, isKnown: boolean): Value {
  const [last, setLast] = useState<{ value: Value } | null>(null)
  if (isKnown && last?.value !== value) setLast({ value })
  useEffect(() => {
    if (isKnown) return
    const timer = setTimeout(() => setLast(null), maxWait)
    return () => clearTimeout(timer)
  }, [isKnown])
  return isKnown || !last ? value : last.value
}
