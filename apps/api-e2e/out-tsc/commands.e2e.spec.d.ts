export {};
//# sourceMappingURL=commands.e2e.spec.d.ts.map