import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'dark'

const storageKey = 'flow-explorer:theme'

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

/** A theme that matches the system is not stored, so the page follows the system again. */
export function switchTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  const chosen = theme === systemTheme() ? '' : theme
  document.documentElement.dataset.theme = chosen
  try {
    if (chosen) localStorage.setItem(storageKey, chosen)
    else localStorage.removeItem(storageKey)
  } catch {
    // The browser blocks storage, so the theme lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : systemTheme()
}

function systemTheme(): Theme {
  return darkSystem().matches ? 'dark' : 'light'
}

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  const system = darkSystem()
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}
