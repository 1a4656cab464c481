import { useState } from 'react'
import { useMedia } from '../browser/use-media'

type Theme = 'light' | 'dark'

const storageKey = 'flow-explorer:theme'

/** Returns the theme of the page, and a function that switches it. Only one component can use this hook. */
export function useTheme() {
  const system: Theme = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const [chosen, setChosen] = useState(chosenTheme)
  const theme = chosen ?? system
  const other: Theme = theme === 'dark' ? 'light' : 'dark'

  function switchTheme(): void {
    // A theme that matches the system is not stored, so the page follows the system again.
    const next = other === system ? null : other
    document.documentElement.dataset.theme = next ?? ''
    try {
      if (next) localStorage.setItem(storageKey, next)
      else localStorage.removeItem(storageKey)
    } catch {
      // The browser blocks storage, so the theme lasts until the page is closed.
    }
    setChosen(next)
  }

  return { other, switchTheme }
}

/** Returns the theme that the page started with, or null if it follows the system. */
function chosenTheme(): Theme | null {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : null
}
