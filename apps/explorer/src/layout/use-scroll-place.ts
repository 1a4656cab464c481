import { useLayoutEffect, useRef } from 'react'
import { useIsReturn, useLocation } from '../router/router'

/** The scroll position of each entry of the browser's history, by its key. */
const places = new Map<string, number>()

/** Scrolls to the top of a new page, and restores the scroll position when the user navigates back or forward. */
export function useScrollPlace(): void {
  const { key, pathname } = useLocation()
  const isReturn = useIsReturn()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const place = isReturn ? places.get(key) : undefined
    const restoration = place === undefined ? null : restore(place)
    if (!isReturn && shown.current !== pathname) scrollTo(0, 0)
    shown.current = pathname
    const keep = () => {
      if (!restoration?.isRunning) places.set(key, scrollY)
    }
    addEventListener('scroll', keep, { passive: true })
    return () => {
      restoration?.stop()
      removeEventListener('scroll', keep)
    }
  }, [key, pathname, isReturn])
}

const scrollingEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Scrolls to a place. If a long list is not rendered yet, this waits for it, unless the user scrolls first. */
function restore(place: number) {
  const restoration = {
    isRunning: true,
    stop() {
      restoration.isRunning = false
      observer.disconnect()
      for (const type of scrollingEvents) removeEventListener(type, restoration.stop)
    },
  }
  const scroll = () => {
    scrollTo(0, place)
    if (Math.abs(scrollY - place) < 1) restoration.stop()
  }
  const observer = new ResizeObserver(scroll)
  observer.observe(document.body)
  for (const type of scrollingEvents) addEventListener(type, restoration.stop, { passive: true })
  scroll()
  return restoration
}
