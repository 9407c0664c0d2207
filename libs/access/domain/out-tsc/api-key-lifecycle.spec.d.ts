export {};
//# sourceMappingURL=api-key-lifecycle.spec.d.ts.map