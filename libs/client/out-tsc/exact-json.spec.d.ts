export {};
//# sourceMappingURL=exact-json.spec.d.ts.map