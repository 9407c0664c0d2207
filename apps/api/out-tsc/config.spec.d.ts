export {};
//# sourceMappingURL=config.spec.d.ts.map