export {};
//# sourceMappingURL=public-id.spec.d.ts.map