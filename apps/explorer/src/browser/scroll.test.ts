import { expect, test } from 'vitest'
import { scrollDistance } from './scroll'

test.each([
  ['in view', { top: 100, bottom: 300 }, 0],
  ['at both edges', { top: 0, bottom: 800 }, 0],
  ['below the window', { top: 900, bottom: 1_000 }, 200],
  ['cut off at the bottom', { top: 700, bottom: 850 }, 50],
  ['above the window', { top: -500, bottom: -400 }, -500],
  ['cut off at the top', { top: -50, bottom: 100 }, -50],
  ['taller than the window and below it, so its start is shown', { top: 700, bottom: 2_700 }, 700],
  ['taller than the window and above it, so its end is shown', { top: -2_000, bottom: 100 }, -700],
  ['fills the window', { top: -100, bottom: 900 }, 0],
])('scrolls the shortest distance to an element: %s', (_, place, distance) => {
  expect(scrollDistance(place, 800)).toBe(distance)
})
