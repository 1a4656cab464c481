import { type Component, mount, unmount } from 'svelte'
import Frame from './Frame.svelte'
import type { Given, Run } from './run'

export const run: Run = ({ modules, given, client, element }) => {
  const components = modules.map(module => module.default as Component<Given>)
  const frame = mount(Frame, { target: element, props: { client, components, given } })
  return () => void unmount(frame)
}
