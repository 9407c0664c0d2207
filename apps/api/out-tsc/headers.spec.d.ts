export {};
//# sourceMappingURL=headers.spec.d.ts.map