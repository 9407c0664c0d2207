export {};
//# sourceMappingURL=verified-key-cache.spec.d.ts.map