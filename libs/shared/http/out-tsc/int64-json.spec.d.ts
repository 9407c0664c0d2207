export {};
//# sourceMappingURL=int64-json.spec.d.ts.map