export {};
//# sourceMappingURL=batcher.spec.d.ts.map