import { docs } from './node'
import { Source } from './Source'
import { installOf, sourceOf } from './sources'

/** Shows how to install the packages of an example, and how to provide the client. */
export function Setup({ file }: { file: string }) {
  const provider = sourceOf('setup/App.tsx')
  const name = file.replace(/.*\/|\.tsx/g, '')
  return (
    <>
      <Source {...installOf([provider, sourceOf(file)])} />
      <Source {...provider} />
      <p>
        {name !== 'FlowLabel' && (
          <>
            Replace <code>FlowLabel</code> with <code>{name}</code>, and pass its props.{' '}
          </>
        )}
        <code>npx @flow-query/cli serve</code> starts an in-memory node at <code>http://127.0.0.1:1317</code>.{' '}
        {docs && <a href={`${docs}/getting-started/react`}>Getting started with React</a>}
      </p>
    </>
  )
}
