export {};
//# sourceMappingURL=paired-ratio.spec.d.ts.map