import { type RefObject, useEffect } from 'react'

/** Focuses a search field when the user presses the `/` key. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>, isEnabled = true): void {
  useEffect(() => {
    if (!isEnabled) return
    function focus(event: KeyboardEvent) {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], dialog')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [input, isEnabled])
}
