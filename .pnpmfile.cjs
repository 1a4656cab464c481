/**
 * The packages whose declared engines are ignored, because `npm run setup` would refuse them on Node 20.
 * Nuxt 4.5 and SvelteKit 3 need a newer Node, which their two sites bring along as a dependency. Stryker's questions for
 * new projects run on Node 20, but don't say so. Everything else must support Node 20.19.
 * To write the lockfile on Node 20, run `npx pnpm install --config.engine-strict=false`.
 */
const newer =
  /^(nuxt|@inquirer\/.+|mute-stream|@nuxt\/.+|@sveltejs\/kit|undici|chokidar|cookie|@babel\/.+|ast-.+|cssnano.*|postcss-.+|stylehacks|rollup-plugin-visualizer)$/

/** The condition of `exports` that loads the source files in this repository. Tarballs don't contain them. */
const source = '@flow-query/source'

module.exports = {
  hooks: {
    readPackage({ engines, ...manifest }) {
      return newer.test(manifest.name) ? manifest : { ...manifest, ...(engines && { engines }) }
    },
    /** Removes the fields of package.json that only matter in this repository. */
    beforePacking({ devDependencies, scripts, exports, ...manifest }) {
      for (const conditions of Object.values(exports)) delete conditions[source]
      return { ...manifest, exports }
    },
  },
}
