export {};
//# sourceMappingURL=prune-keys.spec.d.ts.map