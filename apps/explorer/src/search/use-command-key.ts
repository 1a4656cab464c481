import { useEffect, useEffectEvent } from 'react'

export const isMac = /^(Mac|iP)/.test(navigator.platform)

/** Calls a function when the user presses Ctrl K, or Cmd K on a Mac, where Ctrl K edits text. */
export function useCommandKey(onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
    if (event.key.toLowerCase() !== 'k' || !hasModifier || event.altKey || event.shiftKey) return
    // A modal dialog makes the header inert.
    if (document.querySelector('dialog:modal')) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
