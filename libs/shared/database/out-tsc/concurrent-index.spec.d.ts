export {};
//# sourceMappingURL=concurrent-index.spec.d.ts.map