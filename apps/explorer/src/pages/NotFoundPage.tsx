import { paths, words } from '@flow-query/explorer-kit'
import { Link } from 'react-router'
import { Notice } from '../parts/states/Notice'

export function NotFoundPage() {
  return (
    <>
      <title>{words.title(words.notFound.title)}</title>
      <Notice testId="not-found" level={1} title={words.notFound.title} help={words.notFound.help}>
        <Link className="button" to={paths.flows}>
          {words.notFound.toFlows}
        </Link>
      </Notice>
    </>
  )
}
