declare module 'virtual:connector-heads' {
  const heads: readonly import('./head').ConnectorHead[];
  export default heads;
}
