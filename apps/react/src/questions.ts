/** The questions of a newcomer, in order. Each one has an example in `examples/`, and a guide on the documentation site. */
export const questions = [
  { file: 'Flow', hook: 'useFlow', text: 'How do I show one flow?', guide: 'getting-started/react' },
  { file: 'Flows', hook: 'useFlows', text: 'How do I page through all flows?', guide: 'guides/lists#one-page' },
  { file: 'InfiniteFlows', hook: 'useInfiniteFlows', text: 'How do I load more flows?', guide: 'guides/lists' },
  { file: 'FlowsForOwner', hook: 'useFlowsForOwner', text: 'How do I list my flows?', guide: 'guides/lists' },
  { file: 'FlowHistory', hook: 'useFlowHistory', text: 'When did a flow run?', guide: 'guides/lists' },
  { file: 'Ica', hook: 'useIca', text: 'Which account runs flows on another chain?', guide: 'api/react/useIca' },
  { file: 'Params', hook: 'useParams', text: 'What are the limits and fees?', guide: 'api/react/useParams' },
  { file: 'LiveFlows', hook: 'useLiveFlows', text: 'How do I keep the page up to date?', guide: 'guides/live' },
  { file: 'FlowCollection', hook: 'useFlowCollection', text: 'How do I search and sort?', guide: 'guides/collections' },
  { file: 'FlowsHealth', hook: 'useFlowsHealth', text: 'Which flows fail, and why?', guide: 'guides/health' },
  { file: 'FlowsVerdict', hook: 'useFlowsVerdict', text: 'Will the next run work?', guide: 'guides/forecasts' },
  { file: 'FlowDryRun', hook: 'useFlowDryRun', text: 'Would a run work right now?', guide: 'guides/forecasts#dry-run' },
  { file: 'NextFailures', hook: 'nextFailures', text: 'What fails next?', guide: 'guides/forecasts#next-failures' },
  { file: 'SuspenseFlow', hook: 'flowQueryOptions', text: 'Can I use Suspense?', guide: 'getting-started/react' },
  { file: 'FlowErrors', hook: 'error.kind', text: 'What if a request fails?', guide: 'guides/errors' },
  { file: 'RefreshFlows', hook: 'flowQueryKeys', text: 'How do I refresh after a transaction?', guide: 'guides/lists' },
] as const
