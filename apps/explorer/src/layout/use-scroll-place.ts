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
    const place = places.get(key)
    if (isReturn && place !== undefined) scrollTo(0, place)
    else if (!isReturn && shown.current !== pathname) scrollTo(0, 0)
    shown.current = pathname
    const keep = () => places.set(key, scrollY)
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [key, pathname, isReturn])
}
