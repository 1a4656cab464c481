import { Link } from 'react-router'
import { paths } from '../paths'
import { Notice } from '../states/Notice'
import { words } from '../words/common'

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
