/** Modules that the plugin `web/texts.ts` makes from the catalogue. */
declare module "virtual:text-loaders" {
  /** By language and group, such as `ko/always`. */
  const loaders: Readonly<
    Record<string, () => Promise<{ readonly default: Readonly<Record<string, string>> }>>
  >;
  export default loaders;
}
