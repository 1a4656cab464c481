import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../test/app.js'
import { useLiveFlows } from './live/index.js'

function Status() {
  return useLiveFlows().state
}

test('the first frame of a page shows that it connects', () => {
  // `act` would also run what React does after the first frame.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const app = createApp()
  const container = document.createElement('p')
  const root = createRoot(container)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    vi.unstubAllGlobals()
  })
  flushSync(() =>
    root.render(
      <app.wrapper>
        <Status />
      </app.wrapper>,
    ),
  )
  expect(container.textContent).toBe('connecting')
})
